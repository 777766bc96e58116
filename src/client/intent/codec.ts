import { z } from 'zod';
import { superjson } from '../../idempotency/wire.ts';
import type { Intent } from './intent.ts';

const keptShape = z.object({
  version: z.literal(1),
  key: z.uuid(),
  slot: z.object({ account: z.string(), procedure: z.string(), name: z.string() }),
  input: z.string(),
  madeAtMs: z.number(),
  attempts: z.number().int().min(0),
});

/** The text that is kept of an intent. */
export const encodeIntent = (intent: Intent): string => JSON.stringify({ version: 1, ...intent });

/** Reads a kept text; null when it is none of ours or of another version. */
export function decodeIntent(text: string): Intent | null {
  try {
    const { version: _, ...intent } = keptShape.parse(JSON.parse(text));
    return intent;
  } catch {
    return null;
  }
}

/** Serializes an input so that it survives a reload with all its types. Throws for what would not, such as a file. */
export function encodeInput(input: unknown): string {
  refuseBinary(input);
  return superjson.stringify(input);
}

/** Gives back the input that was serialized. */
export const decodeInput = (text: string): unknown => superjson.parse(text);

function refuseBinary(value: unknown): void {
  if (value instanceof Blob || value instanceof FormData) {
    throw new TypeError(
      `An intent's input holds a ${value.constructor.name}, which does not survive a reload. Upload it first and name it by its id.`,
    );
  }
  if (Array.isArray(value) || value instanceof Set) for (const member of value) refuseBinary(member);
  else if (value instanceof Map) for (const member of value.values()) refuseBinary(member);
  else if (value !== null && typeof value === 'object') for (const member of Object.values(value)) refuseBinary(member);
}
