import { expect, test } from 'vitest';
import type { FlowAnswer } from '../../../desk/flow/get-flow.ts';
import { shownStep } from './flow-step.ts';

type Standing = Parameters<typeof shownStep>[1];

const hold = { heldBy: 'me', heldName: 'Me', reason: 'r', sinceMs: 0, drainLeftMs: 0, idleMs: 0 };
const record = { state: 'UNKNOWN', hold } as FlowAnswer['record'];
const openCall = { step: 'charge' } as FlowAnswer['openCall'];
const current = { id: '1' } as FlowAnswer['current'];
const offers = [{ decision: 'adopt' }] as unknown as FlowAnswer['offers'];
const held: Standing = { record, isHolder: true, openCall, current: null, offers: [] };
const free: Standing = { ...held, isHolder: false, record: { ...record, hold: null } };

test.each<[string, string | null, Standing, string]>([
  ['begins with the evidence', null, free, 'evidence'],
  ['shows the fence where it is asked for', 'fence', free, 'fence'],
  ['lets nobody skip the fence', 'decide', free, 'evidence'],
  ['waits for the drain', 'look-up', { ...held, record: { ...record, hold: { ...hold, drainLeftMs: 1 } } }, 'drain'],
  ['goes on to the look-up by itself once the drain is over', 'drain', held, 'look-up'],
  ['lets nobody decide without evidence', 'decide', held, 'look-up'],
  ['stands at the decision with evidence', null, { ...held, current, offers }, 'decide'],
  ['confirms what is offered', 'confirm', { ...held, current, offers }, 'confirm'],
  ['confirms nothing where nothing is offered', 'confirm', { ...held, current }, 'decide'],
  ['needs no look-up where no call is open', null, { ...held, openCall: null, offers }, 'decide'],
  ['shows others the evidence alone', 'decide', { ...held, isHolder: false, current, offers }, 'evidence'],
  ['ends after a decision that left it in progress', 'after', free, 'after'],
  [
    'ends with what is completed, whatever is asked for',
    'fence',
    { ...free, record: { ...record, hold: null, state: 'COMPLETED' } },
    'after',
  ],
  ['falls back from a step that there is not', '%00', held, 'look-up'],
])('a flow %s', (_, asked, standing, step) => {
  expect(shownStep(asked, standing)).toBe(step);
});
