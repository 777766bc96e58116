/** Something that a document names and that therefore must be there; `line` counts from 1. */
export type Mention = { readonly line: number } & (
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'link'; readonly path: string }
  | { readonly kind: 'script'; readonly name: string }
  | { readonly kind: 'test'; readonly path: string; readonly title: string }
);

type Named = Mention extends infer M ? (M extends Mention ? Omit<M, 'line'> : never) : never;

const FOLDERS = 'src|prisma|e2e|bench|docs|public|\\.ci';
// A path from the root: a folder of ours and what follows, or a file beside them such as `biome.json`.
const PATH = new RegExp(`^(?:(?:${FOLDERS})(?:/[\\w.@()[\\]-]+)*/?|\\.?[\\w-]+(?:\\.[\\w-]+)*\\.(?:md|json|ts|mjs))$`);
const TEST = /^(\S+\.(?:test|spec)\.tsx?): (.+)$/;
const LINK = /\]\((?!\w+:|#)([^)#\s]+)[^)]*\)/g;
const SCRIPT = /\bnpm (?:run )([a-z][\w:-]*)|\bnpm (start|test)\b/g;
// Written by what runs, so not in the repository.
const RUNTIME_FILES = new Set([
  'bench/results.json',
  'bench/desk-results.json',
  'credentials.json',
  'secrets.json',
  'runtime.json',
  'next-env.d.ts',
]);

/**
 * What a Markdown text names: `npm run` commands anywhere, links to files, paths in `code`, and tests written as one code
 * span, `src/x/y.test.ts: the title`. Paths with a placeholder (`<verb>`, `*`, `…`) are not claims.
 */
export const mentions = (markdown: string): Mention[] => {
  let fenced = false;
  return markdown.split('\n').flatMap((text, index) => {
    if (/^\s*```/.test(text)) fenced = !fenced;
    const named = fenced ? scripts(text) : [...scripts(text), ...links(text), ...spans(text)];
    return named.map((mention): Mention => ({ ...mention, line: index + 1 }));
  });
};

const scripts = (text: string): Named[] =>
  [...text.matchAll(SCRIPT)].map(([, run, short]) => ({ kind: 'script', name: run ?? short ?? '' }));

const links = (text: string): Named[] => [...text.matchAll(LINK)].map(([, path = '']) => ({ kind: 'link', path }));

const spans = (text: string): Named[] =>
  [...text.matchAll(/`([^`]+)`/g)].flatMap(([, span = '']): Named[] => {
    const [, path, title] = TEST.exec(span) ?? [];
    if (path !== undefined && title !== undefined) return [{ kind: 'test', path, title }];
    return PATH.test(span) && !RUNTIME_FILES.has(span) ? [{ kind: 'path', path: span }] : [];
  });
