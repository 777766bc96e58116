import type { IncomingHttpHeaders } from 'node:http';
import type { Counts } from './counts.ts';
import type { FaultRules } from './fault-rules.ts';

/** What the parts of the sandbox share. */
export type World = { readonly rules: FaultRules; readonly counts: Counts };

/** One request, read whole. */
export type SandboxRequest = {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};
