import { noRows, type Prepared } from '../prepared.ts';

/** Opens a transaction. */
export const BEGIN: Prepared = { name: 'latchkey_begin', text: 'BEGIN', values: [], read: noRows };

/** Ends it. Of an aborted transaction it is a ROLLBACK, and reports no error. */
export const COMMIT: Prepared = { name: 'latchkey_commit', text: 'COMMIT', values: [], read: noRows };
