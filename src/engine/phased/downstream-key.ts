import { createHmac } from 'node:crypto';

/**
 * The key that the provider gets for one call: the same on every attempt, another one for every intent, step and ordinal,
 * and nothing that the client's own key could be read from.
 */
export const downstreamKey = (
  secret: Uint8Array,
  of: { readonly scope: string; readonly key: string; readonly step: string; readonly ordinal: number },
): string =>
  `lk_${createHmac('sha256', secret)
    .update(JSON.stringify(['downstream', of.scope, of.key, of.step, of.ordinal]))
    .digest('base64url')}`;
