import { expect, test } from 'vitest';
import { DEFAULT_PREFERENCES, parsePreferences, preferencesText, shownZone } from './preferences-text.ts';

test('what was chosen comes back from the cookie', () => {
  const chosen = {
    zone: 'Europe/Berlin',
    localZone: null,
    density: 'compact',
    refreshSeconds: 60,
    shortcuts: false,
  } as const;
  expect(parsePreferences(preferencesText(chosen))).toEqual(chosen);
});

test.each([undefined, '', '{', '[]', 'null', '%E0%A4%A', '{"zone":"Mars/Olympus","density":1,"refreshSeconds":0.1}'])(
  'a cookie that makes no sense (%j) is the defaults',
  (text) => {
    expect(parsePreferences(text)).toEqual(DEFAULT_PREFERENCES);
  },
);

test('the local zone is the browser’s, and UTC where that is not known yet', () => {
  expect(shownZone({ ...DEFAULT_PREFERENCES, zone: 'local', localZone: 'Asia/Tokyo' })).toBe('Asia/Tokyo');
  expect(shownZone({ ...DEFAULT_PREFERENCES, zone: 'local' })).toBe('UTC');
});
