import type { Retention } from './policy.ts';

/** Ten years. Longer is more likely milliseconds written into a field of hours than a wish. */
const MAX_HOURS = 87_600;

const fault = (name: keyof Retention, hours: number): string[] =>
  Number.isFinite(hours) && hours > 0 && hours <= MAX_HOURS
    ? []
    : [`${name} must be a number of hours above 0 and at most ${MAX_HOURS}, found ${hours}.`];

/** One sentence for each window that is not a length of time or ends before the one it follows; empty when all is sound. */
export const retentionFaults = (retention: Retention): readonly string[] => [
  ...fault('answerHours', retention.answerHours),
  ...fault('keyHours', retention.keyHours),
  ...fault('memoryHours', retention.memoryHours),
  ...(retention.keyHours < retention.answerHours
    ? [
        `keyHours (${retention.keyHours}) must not be below answerHours (${retention.answerHours}): both count from completion.`,
      ]
    : []),
];
