import { runtime } from '../../../runtime/instance.ts';

export const dynamic = 'force-dynamic';

/** 200 when the database answers, else 503. By the reader: a pool that is busy is no database that is gone. */
export async function GET(): Promise<Response> {
  const { database, engine } = runtime();
  try {
    await database.reader.rows({ name: 'latchkey_health', text: 'SELECT 1', values: [] });
    return Response.json({ status: 'ok' });
  } catch (error) {
    engine.report('The database does not answer.', error);
    return Response.json({ status: 'unavailable', reason: 'The database does not answer.' }, { status: 503 });
  }
}
