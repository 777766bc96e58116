import type { ClientBase, QueryResultRow } from 'pg';
import type { Read, Reader } from '../reader.ts';

/** Reads on one connection, so that a transaction sees what it has written itself. */
export const readerOn = (client: ClientBase): Pick<Reader, 'rows'> => ({
  rows: async <Row extends QueryResultRow>({ name, text, values }: Read) =>
    (await client.query<Row>({ name, text, values: [...values] })).rows,
});
