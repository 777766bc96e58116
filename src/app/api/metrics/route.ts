import { runtime } from '../../../runtime/instance.ts';

export const dynamic = 'force-dynamic';

/** Prometheus text exposition format 0.0.4. */
export async function GET(): Promise<Response> {
  const { metrics } = runtime();
  return new Response(await metrics.text(), { headers: { 'content-type': metrics.contentType } });
}
