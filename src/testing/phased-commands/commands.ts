import fc from 'fast-check';
import { operators, recovery } from './others.ts';
import { claim, owners } from './owners.ts';

// Recovery weighs more: otherwise most runs end before anybody takes over.
const weighted = [
  { weight: 3, arbitrary: claim },
  ...owners.map((arbitrary) => ({ weight: 1, arbitrary })),
  ...recovery.map((arbitrary) => ({ weight: 3, arbitrary })),
  ...operators.map((arbitrary) => ({ weight: 1, arbitrary })),
];

/** Any order of everything that owners, zombies, clients, completers, operators and time do to one key after its claim. */
export const phasedCommands = fc
  .tuple(claim, fc.array(fc.oneof(...weighted), { minLength: 20, maxLength: 60, size: 'max' }))
  .map(([first, rest]) => [first, ...rest]);
