import { pino } from 'pino';

/** One JSON line an event on standard output. Keys, bodies and credentials are never logged. */
export const log = pino({ name: 'latchkey', redact: ['*.password', '*.apiKey', '*.authorization', '*.cookie'] });
