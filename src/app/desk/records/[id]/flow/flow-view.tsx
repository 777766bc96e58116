'use client';

import Link from 'next/link';
import { useRouter, useSearchParams } from 'next/navigation';
import type { FlowKind } from '../../../../../desk/flow/flow-facts.ts';
import { Card, CardBody, CardHeader, CardTitle } from '../../../../../ui/card.tsx';
import { CommandFailure } from '../../../../../ui/desk/command-failure.tsx';
import { EnvironmentBadge } from '../../../../../ui/desk/environment-badge.tsx';
import { type FlowStep, openSteps, STEP_WORDS, shownStep } from '../../../../../ui/desk/flow/flow-step.ts';
import { FlowSteps } from '../../../../../ui/desk/flow/flow-steps.tsx';
import { ListSkeleton } from '../../../../../ui/list-skeleton.tsx';
import { Notice } from '../../../../../ui/notice.tsx';
import { PageHeader } from '../../../../../ui/page-header.tsx';
import { QueryFailure } from '../../../query-failure.tsx';
import { StepBody } from './step-body.tsx';
import { useFlow } from './use-flow.ts';

const TITLES = { release: 'Release record', resolve: 'Resolve record' } as const;

/** The steps by which one record is released or resolved; the step is in the URL. */
export function FlowView({ id, kind }: { readonly id: string; readonly kind: FlowKind }) {
  const router = useRouter();
  const search = useSearchParams();
  const { query, commands } = useFlow(id);
  const path = `/desk/records/${id}/${kind}`;
  const { data: flow, error, isFetching, refetch } = query;
  if (!flow) {
    return (
      <Card>
        {error ? (
          <QueryFailure what={`Record #${id}`} error={error} isBusy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <ListSkeleton />
        )}
      </Card>
    );
  }
  const step = shownStep(search.get('step'), flow);
  const hrefOf = (to: FlowStep) => `${path}?step=${to}`;
  const forgetFailures = () => {
    for (const command of Object.values(commands)) command.reset();
  };
  const goTo = async (href: string) => {
    forgetFailures();
    await refetch();
    router.push(href, { scroll: false });
  };
  const failed = Object.values(commands).find(({ state }) => state.is === 'failed');
  const lookAgain = () => {
    forgetFailures();
    void refetch();
  };
  return (
    <>
      <PageHeader
        title={`${TITLES[kind]} #${id}`}
        actions={
          <>
            <EnvironmentBadge />
            <Link
              href={`/desk/records/${id}`}
              className="rounded-sm text-accent-text underline-offset-4 hover:underline"
            >
              Back to the record
            </Link>
          </>
        }
      >
        {kind === 'release'
          ? 'Takes a silent owner’s record, finds out what it did outside, and lets it go on or end.'
          : 'Settles an outcome that nobody knows, on what the provider says.'}
      </PageHeader>
      <FlowSteps shown={step} open={openSteps(flow)} hrefOf={hrefOf} />
      {error && (
        <div className="mb-4">
          <Notice tone="warning" title="This is stale: it could not be read again">
            <p>What you see may have changed. Every command checks it again.</p>
          </Notice>
        </div>
      )}
      {failed?.state.is === 'failed' && (
        <div className="mb-4">
          <CommandFailure failure={failed.state.failure} returnTo={`${path}?${search}`} onLookAgain={lookAgain} />
        </div>
      )}
      <Card>
        <CardHeader>
          <CardTitle>{STEP_WORDS[step]}</CardTitle>
        </CardHeader>
        <CardBody>
          <StepBody
            step={step}
            kind={kind}
            flow={flow}
            commands={commands}
            decision={search.get('decision')}
            path={path}
            goTo={goTo}
          />
        </CardBody>
      </Card>
    </>
  );
}
