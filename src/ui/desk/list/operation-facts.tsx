import type { OperationDetails } from '../../../postgres/statements/list-operations.ts';
import { Card, CardBody } from '../../card.tsx';
import { Time } from '../../time.tsx';
import { Facts } from '../facts.tsx';
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
        <Facts
          facts={[
            { name: 'Who', value: `${operation.actorName} (${operation.role})` },
            { name: 'Reason', value: operation.reason || 'given when it is started' },
            { name: 'From', value: <code className="font-mono text-xs break-all">{operation.filter}</code> },
            ...(operation.settings === '{}'
              ? []
              : [{ name: 'Settings', value: <code className="font-mono text-xs">{operation.settings}</code> }]),
            { name: 'Made', value: <Moment at={operation.createdAt} asOf={asOf} /> },
            {
              name: 'Ended',
              value: (
                <>
                  <Moment at={operation.endedAt} asOf={asOf} none="not yet" />
                  {operation.abortedBy && ` aborted by ${operation.abortedBy}`}
                </>
              ),
            },
          ]}
        />
      </CardBody>
    </Card>
  );
};
