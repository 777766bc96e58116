import { runtime } from '../../../runtime/instance.ts';

export const dynamic = 'force-dynamic';

/** 200 when the database answers, else 503. */
export async function GET(): Promise<Response> {
  try {
    await runtime().database.pool.query('SELECT 1');
    return Response.json({ status: 'ok' });
  } catch {
    return Response.json({ status: 'unavailable', reason: 'The database does not answer.' }, { status: 503 });
  }
}
