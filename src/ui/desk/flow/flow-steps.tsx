import Link from 'next/link';
import { cn } from '../../cn.ts';
import { FLOW_STEPS, type FlowStep, STEP_WORDS } from './flow-step.ts';

export type FlowStepsProps = {
  readonly shown: FlowStep;
  readonly open: readonly FlowStep[];
  readonly hrefOf: (step: FlowStep) => string;
};

/** Where a flow stands: its steps in order, those that are open as links. */
export const FlowSteps = ({ shown, open, hrefOf }: FlowStepsProps) => (
  <nav aria-label="Steps" className="mb-4">
    <ol className="flex flex-wrap gap-1.5 text-[13px]">
      {FLOW_STEPS.map((step, index) => {
        const isShown = step === shown;
        const looks = cn(
          'inline-flex min-h-8 items-center gap-2 rounded-md border px-3',
          isShown ? 'border-accent bg-accent-soft font-semibold text-ink' : 'border-line bg-surface',
          open.includes(step) ? 'text-ink hover:bg-raised' : 'text-muted',
        );
        const words = (
          <>
            <span className="text-muted tabular-nums">{index + 1}</span> {STEP_WORDS[step]}
          </>
        );
        return (
          <li key={step}>
            {open.includes(step) ? (
              <Link
                href={hrefOf(step)}
                prefetch={false}
                scroll={false}
                aria-current={isShown ? 'step' : undefined}
                className={looks}
              >
                {words}
              </Link>
            ) : (
              <span className={looks}>{words}</span>
            )}
          </li>
        );
      })}
    </ol>
  </nav>
);
