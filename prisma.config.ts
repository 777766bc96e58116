import { defineConfig } from 'prisma/config';

// Only Prisma's own command line reads this: the app migrates itself (src/postgres/migrate.ts).
export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  ...(process.env.DATABASE_URL ? { datasource: { url: process.env.DATABASE_URL } } : {}),
});
