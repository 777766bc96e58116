import type { ReactNode } from 'react';
import type { OperationDetails } from '../../../postgres/statements/list-operations.ts';
import { Card, CardBody } from '../../card.tsx';
import { Time } from '../../time.tsx';
import { Moment } from './cells.tsx';
import { OperationState } from './operation-words.tsx';

export type OperationFactsProps = {
  readonly operation: OperationDetails;
  readonly asOf: Date;
  readonly isStale: boolean;
};

const number = new Intl.NumberFormat('en');

/** Where a bulk job is: progress, results, who, why, and from which filter. */
export const OperationFacts = ({ operation, asOf, isStale }: OperationFactsProps) => {
  const { total, waiting, applied, skipped, failed } = operation;
  const done = total - waiting;
  return (
    <Card>
      <CardBody className="grid gap-5">
        <div className="grid gap-2">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="flex items-center gap-3 font-medium">
              <OperationState state={operation.state} />
              {number.format(done)} of {number.format(total)}
            </p>
            <p role="status" className="text-[13px] text-muted">
              {isStale && <span className="font-medium text-warning-text">Stale: the refresh failed. </span>}
              As of <Time at={asOf} show="absolute" className="text-ink" />
            </p>
          </div>
          <progress
            aria-label="Progress"
            max={Math.max(1, total)}
            value={done}
            className="h-2 w-full overflow-hidden rounded-full accent-accent"
          />
          <p className="text-[13px] text-muted">
            {number.format(applied)} applied, {number.format(skipped)} skipped, {number.format(failed)} failed,{' '}
            {number.format(waiting)} waiting
          </p>
        </div>
        <dl className="grid gap-x-6 gap-y-2 text-[13px] sm:grid-cols-[8rem_1fr]">
          <Fact name="Who">
            {operation.actorName} ({operation.role})
          </Fact>
          <Fact name="Reason">{operation.reason || 'given when it is started'}</Fact>
          <Fact name="From">
            <code className="font-mono text-xs break-all">{operation.filter}</code>
          </Fact>
          {operation.settings !== '{}' && (
            <Fact name="Settings">
              <code className="font-mono text-xs">{operation.settings}</code>
            </Fact>
          )}
          <Fact name="Made">
            <Moment at={operation.createdAt} asOf={asOf} />
          </Fact>
          <Fact name="Ended">
            <Moment at={operation.endedAt} asOf={asOf} none="not yet" />
            {operation.abortedBy && ` aborted by ${operation.abortedBy}`}
          </Fact>
        </dl>
      </CardBody>
    </Card>
  );
};

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className="contents">
    <dt className="text-muted">{name}</dt>
    <dd className="min-w-0 break-words">{children}</dd>
  </div>
);
