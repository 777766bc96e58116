import { noRows, type Prepared } from '../prepared.ts';

// Without names: what has one can be run by `EXECUTE name` from inside a function, out of sight.

/** Opens a transaction. */
export const BEGIN: Prepared = { name: '', text: 'BEGIN', values: [], read: noRows };

/** Ends it. Of an aborted transaction it is a ROLLBACK, and reports no error. */
export const COMMIT: Prepared = { name: '', text: 'COMMIT', values: [], read: noRows };
