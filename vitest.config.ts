import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const common = {
  environment: 'node',
  // A statement on a busy two-core machine takes milliseconds; 30 s only ever passes when something hangs.
  testTimeout: 30_000,
  // Covers cloning a database while every other worker does the same.
  hookTimeout: 60_000,
} as const;

const resolve = { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } };

export default defineConfig({
  resolve,
  test: {
    // Here and not in the projects, so that it runs once for both: one server, one template database.
    globalSetup: ['src/testing/global-setup.ts'],
    projects: [
      {
        resolve,
        test: {
          ...common,
          name: 'fast',
          include: ['src/**/*.test.{ts,tsx}', 'bench/**/*.test.ts'],
          exclude: ['**/*.e2e.test.ts', '**/node_modules/**'],
          // Loading the app's modules anew for each file took as long as the tests.
          isolate: false,
        },
      },
      {
        resolve,
        test: {
          ...common,
          name: 'slow',
          include: ['src/**/*.e2e.test.ts'],
          // These start and kill whole processes: two at once would fight for the cores and measure each other.
          fileParallelism: false,
          // A build, or two dozen starts of the real app, take a minute, and four on two cores with other work; ten is a hang.
          testTimeout: 600_000,
          hookTimeout: 600_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
