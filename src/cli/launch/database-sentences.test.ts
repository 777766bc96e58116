import { expect, test } from 'vitest';
import { explainConnectionFailure, explainServerVersion } from './database-sentences.ts';

test('a server before PostgreSQL 15 is refused by name, 15 and later are not', () => {
  expect(explainServerVersion(140_018)).toContain('PostgreSQL 14, and Latchkey needs 15 or later');
  expect(explainServerVersion(90_624)).toContain('PostgreSQL 9');
  expect(explainServerVersion(150_000)).toBeUndefined();
  expect(explainServerVersion(180_004)).toBeUndefined();
});

test.each(['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', '', '28P01', '3D000', '42501', '53300', '57P03', 'XX000'])(
  'a failure with code "%s" says where and what to do',
  (code) => {
    const sentence = explainConnectionFailure({ code, message: 'said the server' }, 'postgresql://u:***@h/d');
    expect(sentence).toMatch(/^DATABASE_URL \(postgresql:\/\/u:\*\*\*@h\/d\): .+\. ?\w.*\.$/);
  },
);
