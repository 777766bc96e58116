import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { z } from 'zod';
import { type Mention, mentions } from './mentions.ts';

const Manifest = z.object({ scripts: z.record(z.string(), z.string()) });

/**
 * Sentences on what the documents name and the project does not have: a path, an npm script, a test. Decision records are
 * history and may name what is gone.
 */
export const wrongDocPaths = async (root: string): Promise<string[]> => {
  const { scripts } = Manifest.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
  const wrong: string[] = [];
  for (const document of await documents(root)) {
    for (const mention of mentions(await readFile(join(root, document), 'utf8'))) {
      const missing = await whatIsMissing(root, document, mention, scripts);
      if (missing !== undefined) wrong.push(`${document}:${mention.line}: ${missing}`);
    }
  }
  return wrong;
};

const documents = async (root: string): Promise<string[]> => {
  const top = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'].filter((name) => existsSync(join(root, name)));
  if (!existsSync(join(root, 'docs'))) return top;
  const below = (await readdir(join(root, 'docs'))).filter((name) => name.endsWith('.md'));
  return [...top, ...below.map((name) => join('docs', name))];
};

const whatIsMissing = async (
  root: string,
  document: string,
  mention: Mention,
  scripts: Readonly<Record<string, string>>,
): Promise<string | undefined> => {
  switch (mention.kind) {
    case 'script':
      return mention.name in scripts ? undefined : `there is no npm script "${mention.name}"`;
    case 'link': {
      const path = normalize(join(dirname(document), mention.path));
      return existsSync(join(root, path)) ? undefined : `the link leads to ${path}, which does not exist`;
    }
    case 'path':
      return existsSync(join(root, mention.path)) ? undefined : `${mention.path} does not exist`;
    case 'test': {
      if (!existsSync(join(root, mention.path))) return `${mention.path} does not exist`;
      const source = await readFile(join(root, mention.path), 'utf8');
      // In the source an apostrophe may be escaped.
      return source.replaceAll("\\'", "'").includes(mention.title)
        ? undefined
        : `${mention.path} has no test "${mention.title}"`;
    }
  }
};
