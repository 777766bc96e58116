import type { ChaosResult } from './chaos.ts';

/** The run as a page of the docs. */
export const chaosReport = (result: ChaosResult, at: string): string => {
  const { intents, charges, replaysEqual, kills, faults, sends, events, tookMs, wrong } = result;
  const succeeded = wrong.length === 0;
  return `# Chaos

Written by \`npm run proof\` on ${at}, from a run of ${Math.round(tookMs / 1000)} s. The run is in
[src/testing/chaos/chaos.ts](../src/testing/chaos/chaos.ts); \`npm test\` runs a sample of it.

Two web processes and two workers share one database and one sandbox of the providers. ${intents} clients each place an order
and pay it under one key, and send that key again to either web process until they are answered. Meanwhile processes are
killed with SIGKILL at random and started anew; the cards lose calls and answers, answer late, fail with stored and unstored
errors and hide charges from look-ups; further faults strike any call. Leases last 2 s and calls 1 s here, so that a minute
holds many lapses.

| what | how many |
|---|---|
| intents | ${intents} |
| charges at the provider | ${charges} |
| answers that replay byte for byte | ${replaysEqual} |
| web processes killed | ${kills.web} |
| workers killed | ${kills.worker} |
| faults beside those of the cards | ${faults} |
| requests sent for the payments | ${sends} |

What the timelines of the records say:

| event | how often |
|---|---|
${Object.entries(events)
  .map(([event, times]) => `| \`${event}\` | ${times} |`)
  .join('\n')}

${
  succeeded
    ? 'Each intent has one charge, one succeeded payment and one completed record; each client was told the charge that its order\nhas; no record is open or unknown; and no invariant of [src/testing/invariants.ts](../src/testing/invariants.ts) is violated.'
    : `**Wrong:**\n\n${wrong.map((sentence) => `- ${sentence}`).join('\n')}`
}
`;
};
