/** Ten years. Longer is more likely milliseconds written into a field of hours than a wish. */
const MAX_HOURS = 87_600;

const NAMES = ['answerHours', 'keyHours', 'memoryHours'] as const;

/**
 * One sentence for each window that is not a length of time or ends before the one it follows; empty when all is sound. Windows
 * that are left out are somebody else's to say, and are checked where both are known.
 */
export const retentionFaults = (
  retention: { readonly [Name in (typeof NAMES)[number]]?: unknown },
): readonly string[] => {
  const { answerHours, keyHours } = retention;
  return [
    ...NAMES.filter((name) => retention[name] !== undefined && !isLength(retention[name])).map(
      (name) => `${name} must be a number of hours above 0 and at most ${MAX_HOURS}, found ${String(retention[name])}.`,
    ),
    ...(typeof answerHours === 'number' && typeof keyHours === 'number' && keyHours < answerHours
      ? [`keyHours (${keyHours}) must not be below answerHours (${answerHours}): both count from completion.`]
      : []),
  ];
};

const isLength = (hours: unknown): boolean => typeof hours === 'number' && hours > 0 && hours <= MAX_HOURS;
