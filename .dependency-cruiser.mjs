// Who may import whom, as in ARCHITECTURE.md. Each message says why, because that is what its reader needs.
// More than 200 lines: one list of rules, which has to be read as one.

const TESTS = '\\.(test|oracle)\\.tsx?$|^src/testing/';

/** A folder takes values and types from its listed neighbours only. Tests may look at anything. */
const mayImport = (folder, neighbours, comment) => ({
  name: `${folder}-may-import`,
  severity: 'error',
  comment,
  from: { path: `^src/${folder}/`, pathNot: TESTS },
  to: { path: '^src/', pathNot: [`^src/${folder}/`, ...neighbours.map((neighbour) => `^src/${neighbour}`)] },
});

/** From these files a folder takes types only; `values` are the exceptions. */
const typesOnly = (name, folders, values, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: `^src/(${folders})/`, pathNot: TESTS },
  to: { path: '^src/', pathNot: ['^src/$1/', ...values], dependencyTypesNot: ['type-only'] },
});

const packages = (...names) => names.map((name) => `node_modules/${name}/`);

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    mayImport(
      'idempotency',
      [],
      'The core decides purely: it must be readable, testable and portable without any of the rest.',
    ),
    {
      name: 'idempotency-packages',
      severity: 'error',
      comment:
        'The core knows no Next, tRPC or Prisma; zod, decimal.js and superjson, which fixes what can be kept and sent, are the only words that it shares with others.',
      from: { path: '^src/idempotency/', pathNot: TESTS },
      to: { path: 'node_modules/', pathNot: packages('zod', 'decimal\\.js', 'superjson') },
    },
    mayImport(
      'postgres',
      ['idempotency/'],
      'Statements carry out what the core decides and know nothing of who asked.',
    ),
    mayImport(
      'engine',
      ['idempotency/', 'postgres/'],
      'The engine joins decisions to statements; it serves any border, so it knows none.',
    ),
    {
      name: 'only-postgres-knows-prisma',
      severity: 'error',
      comment:
        "One folder classifies Prisma's errors and bounds its transactions; a second user elsewhere would escape both.",
      from: { path: '^src/', pathNot: ['^src/postgres/', TESTS] },
      to: { path: ['^src/postgres/generated/', ...packages('@prisma/[^/]+')] },
    },
    {
      name: 'only-postgres-connects',
      severity: 'error',
      comment:
        'A connection made elsewhere has no pinned time zone and no bounds. (Commands set a server up before there is an app.)',
      from: { path: '^src/', pathNot: ['^src/(postgres|cli)/', TESTS] },
      to: { path: packages('pg'), dependencyTypesNot: ['type-only'] },
    },
    mayImport(
      'shop',
      ['idempotency/', 'postgres/', 'engine/', 'providers/'],
      'A business verb is tx and input in, answer or refusal out; one that leaves the database is given a run and the operations.',
    ),
    mayImport(
      'desk',
      ['idempotency/', 'postgres/', 'shop/'],
      'A question or command of the desk is tx and input in, rows out.',
    ),
    typesOnly(
      'verbs-take-a-tx',
      'shop|desk',
      ['^src/idempotency/', '^src/shop/', '^src/postgres/statements/'],
      'A verb is given its transaction, and so is a statement: with a client of its own it could write outside the one that holds the record.',
    ),
    mayImport(
      'providers',
      ['idempotency/'],
      'A provider is called with a request and a key: it knows no record, so that it can write none.',
    ),
    mayImport(
      'sandbox',
      [],
      'The stand-ins for the outside world share nothing with the app but HTTP, as the real ones do.',
    ),
    {
      name: 'providers-where-no-tx-is',
      severity: 'error',
      comment:
        'A call to the outside inside a transaction outlives its rollback. What runs in one gets the operations as a type at most; the runtime opens them.',
      from: { path: '^src/', pathNot: ['^src/(providers|runtime)/', TESTS] },
      to: { path: '^src/providers/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-the-command-starts-the-sandbox',
      severity: 'error',
      comment:
        'The sandbox is a process of its own; in the app it would fall with it, and no crash could be told from an answer.',
      from: { path: '^src/', pathNot: ['^src/sandbox/', '^src/cli/provider\\.ts$', TESTS] },
      to: { path: '^src/sandbox/' },
    },
    mayImport(
      'auth',
      ['idempotency/', 'postgres/', 'shop/', 'desk/'],
      'Who is asking is found out before anything is looked up or run.',
    ),
    mayImport(
      'jobs',
      ['idempotency/', 'postgres/', 'engine/', 'shop/', 'desk/', 'runtime/', 'trpc/phased-definitions\\.ts$'],
      'A job is the engine on a timer; the only thing it shares with the border is what it enters again: the phased definitions.',
    ),
    mayImport(
      'runtime',
      ['env', 'idempotency/', 'postgres/', 'engine/', 'providers/', 'auth/', 'shop/', 'desk/', 'jobs/'],
      'The runtime builds the long-lived parts once; it must not depend on the borders that use it.',
    ),
    mayImport(
      'trpc',
      ['idempotency/', 'postgres/', 'engine/', 'shop/', 'desk/', 'auth/', 'runtime/'],
      'tRPC is one border over the engine: what it needs of the web reaches it through its context.',
    ),
    typesOnly(
      'client-takes-types-and-key-rules',
      'client',
      ['^src/idempotency/'],
      'This code is sent to browsers: a server module in it leaks code or breaks the build. Both ends share the wire format and the retry table.',
    ),
    typesOnly(
      'ui-takes-types',
      'ui',
      ['^src/idempotency/'],
      'Components get props and call back: whoever renders them decides where data comes from.',
    ),
    {
      name: 'ui-fetches-nothing',
      severity: 'error',
      comment: 'Components take props and never fetch; the hook in the page or in client/ does.',
      from: { path: '^src/ui/' },
      to: { path: packages('@trpc/[^/]+', '@tanstack/react-query') },
    },
    {
      name: 'client-half-is-for-browsers',
      severity: 'error',
      comment: 'A browser has no Node modules.',
      from: { path: '^src/(client|ui)/', pathNot: TESTS },
      to: { dependencyTypes: ['core'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'nobody-imports-routes',
      severity: 'error',
      comment: 'Routes are the outermost layer: what two of them share belongs into ui/, client/ or desk/.',
      from: { path: '^src/', pathNot: '^src/app/' },
      to: { path: '^src/app/' },
    },
    {
      name: 'nobody-imports-commands',
      severity: 'error',
      comment: 'A command is a few lines over the other folders; what is worth sharing lives there.',
      from: { path: '^src/', pathNot: ['^src/cli/', TESTS] },
      to: { path: '^src/cli/' },
    },
    {
      name: 'next-stays-at-the-edge',
      severity: 'error',
      comment: 'Work, engine and worker run without a web server; so Next is known only where pages and requests are.',
      from: { path: '^src/', pathNot: ['^src/(app|ui|trpc|cli)/', '^src/(instrumentation|proxy)\\.ts$'] },
      to: { path: packages('next') },
    },
    {
      name: 'testing-is-for-tests',
      severity: 'error',
      comment:
        'The fault kit can hold and cut connections: nothing that is shipped may reach it. (`npm test` looks for the browser with it, `npm run proof` is made of it.)',
      from: { path: '^src/', pathNot: [TESTS, '^src/cli/(test|proof)(\\.ts|/)'] },
      to: { path: '^src/testing/' },
    },
    {
      name: 'no-test-is-imported',
      severity: 'error',
      comment: 'A test that others import runs twice and cannot be deleted; what they share belongs into src/testing.',
      from: {},
      to: { path: '\\.test\\.tsx?$' },
    },
    {
      name: 'no-development-packages',
      severity: 'error',
      comment: 'A package from devDependencies is missing where only the app is installed.',
      from: { path: '^src/', pathNot: [TESTS, '^src/cli/(check|test|bench)(\\.ts|/)'] },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: packages('@types/[^/]+') },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Files that need each other are one file, or have a third one in them.',
      from: { pathNot: '^src/postgres/generated/' },
      to: { circular: true },
    },
    {
      name: 'nothing-unresolved',
      severity: 'error',
      comment: 'An import that leads nowhere fails only when its line runs.',
      from: {},
      to: { couldNotResolve: true, pathNot: '^next-env' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(\\.next|\\.data)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    // Types count too: a type taken from the wrong folder is as much of a dependency for its reader.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
