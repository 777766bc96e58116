import { createHmac, timingSafeEqual } from 'node:crypto';
import type pg from 'pg';
import { StartError } from './start-error.ts';

/**
 * Notes on the first start which secret this database's fingerprints are made with, and compares on later ones. Throws
 * StartError for another secret: with it each honest retry would look like a conflict.
 */
export async function assertSameInstallation(client: pg.Client, secretHex: string): Promise<void> {
  const print = secretPrint(secretHex);
  await client.query('INSERT INTO public.installation (id, secret_print) VALUES (1, $1) ON CONFLICT (id) DO NOTHING', [
    print,
  ]);
  const { rows } = await client.query<{ secret_print: Buffer }>(
    'SELECT secret_print FROM public.installation WHERE id = 1',
  );
  const found = rows[0]?.secret_print;
  if (found && found.length === print.length && timingSafeEqual(found, print)) return;
  throw new StartError(
    'This database was set up with another installation secret, so every honest retry would look like a conflict. ' +
      'Copy secrets.json from the DATA_DIR that it was set up with, or set LATCHKEY_SECRET to the value in there.',
  );
}

/** A print of the secret that does not give it away. */
function secretPrint(secretHex: string): Buffer {
  return createHmac('sha256', Buffer.from(secretHex, 'hex')).update('latchkey: which installation is this?').digest();
}
