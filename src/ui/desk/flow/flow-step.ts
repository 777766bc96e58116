import type { FlowAnswer } from '../../../desk/flow/get-flow.ts';

/** The steps of a flow, each with a URL of its own. */
export const FLOW_STEPS = ['evidence', 'fence', 'drain', 'look-up', 'decide', 'confirm', 'after'] as const;

export type FlowStep = (typeof FLOW_STEPS)[number];

/** What each step is called. */
export const STEP_WORDS: Readonly<Record<FlowStep, string>> = {
  evidence: 'Evidence',
  fence: 'Fence',
  drain: 'Drain',
  'look-up': 'Look up',
  decide: 'Decide',
  confirm: 'Confirm',
  after: 'After',
};

type Standing = Pick<FlowAnswer, 'record' | 'isHolder' | 'openCall' | 'current' | 'offers'>;

/** The steps that are open as the record stands, in order. */
export function openSteps({ record, isHolder, openCall, current, offers }: Standing): readonly FlowStep[] {
  if (record.state === 'COMPLETED') return ['evidence', 'after'];
  if (!record.hold) return ['evidence', 'fence'];
  if (!isHolder) return ['evidence'];
  if (record.hold.drainLeftMs > 0) return ['evidence', 'drain'];
  const lookUp = openCall ? (['look-up'] as const) : [];
  const decide = !openCall || current ? (['decide'] as const) : [];
  return ['evidence', ...lookUp, ...decide, ...(offers.length > 0 ? (['confirm'] as const) : [])];
}

/** The step that a URL asks for, where it is open; else where the flow stands. */
export function shownStep(asked: string | null, standing: Standing): FlowStep {
  // A decision that left the record in progress ends here too, until somebody begins anew.
  if (asked === 'after' && !standing.record.hold) return 'after';
  const open = openSteps(standing);
  const step = open.find((one) => one === asked);
  if (step) return step;
  if (standing.record.state === 'COMPLETED') return 'after';
  return open.filter((one) => one !== 'confirm' && one !== 'fence').at(-1) ?? 'evidence';
}
