import type { FlowKind } from '../../../../../desk/flow/flow-facts.ts';
import type { FlowAnswer } from '../../../../../desk/flow/get-flow.ts';
import type { FlowStep } from '../../../../../ui/desk/flow/flow-step.ts';
import type { FlowCommands } from './use-flow.ts';

/** What the body of a step is given. */
export type StepBodyProps = {
  readonly step: FlowStep;
  readonly kind: FlowKind;
  readonly flow: FlowAnswer;
  readonly commands: FlowCommands;
  readonly decision: string | null;
  readonly path: string;
  /** Reads the flow again, then shows this URL. */
  readonly goTo: (href: string) => Promise<void>;
};
