import { expect, test } from 'vitest';
import { Started } from './started.ts';

test('what was started ends in the reverse order, each after the other, and once', async () => {
  const ended: string[] = [];
  const started = new Started();
  started.add(() => void ended.push('lock'));
  started.add(async () => {
    await Promise.resolve();
    ended.push('database');
  });
  started.add(() => void ended.push('web'));
  await Promise.all([started.stopAll(), started.stopAll()]);
  expect(ended).toEqual(['web', 'database', 'lock']);
});

test('what is started while stopping ends too, and one that fails to end does not keep the rest', async () => {
  const ended: string[] = [];
  const started = new Started();
  started.add(() => void ended.push('first'));
  started.add(() => {
    started.add(() => void ended.push('late'));
    throw new Error('this one fails to end, on purpose');
  });
  await started.stopAll();
  expect(ended).toEqual(['late', 'first']);
});
