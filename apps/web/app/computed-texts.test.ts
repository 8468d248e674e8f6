import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';

const isText = (node: ESTree.Expression): boolean =>
  (node.type === 'Literal' && typeof node.value === 'string') || node.type === 'TemplateLiteral';

/** Whether a template gets a part of its text from a condition, for example `${count === 1 ? 'day' : 'days'}`. */
const isJoined = ({ quasis, expressions }: ESTree.TemplateLiteral): boolean =>
  quasis.some(({ value }) => /[a-z]{2} | [a-z]{2}/i.test(value.raw)) &&
  expressions.some((node) => node.type === 'ConditionalExpression' && isText(node.consequent));

/** Returns the expressions that a translation could not follow where they are. */
function findComputedTexts(file: string, source: string): string[] {
  const found: string[] = [];
  const add = ({ start, end }: { start: number; end: number }) =>
    void found.push(`${file}: ${source.slice(start, end)}`);
  new Visitor({
    TemplateLiteral: (node) => isJoined(node) && add(node),
    ConditionalExpression: (node) =>
      source.slice(node.test.start, node.test.end).endsWith('=== 1') && isText(node.consequent) && add(node),
    CallExpression: (node) =>
      /^plural$|\.(?:toFixed|toLocale(?:Date|Time)?String)$/.test(source.slice(node.callee.start, node.callee.end)) &&
      add(node),
  }).visit(parseSync(path.basename(file), source).program);
  return found;
}

test('texts with a plural or a condition are in `<feature>.texts.ts`', async () => {
  expect(findComputedTexts('a.tsx', "plural(2, forms); `${n === 1 ? 'A day' : `${n} days`} ago`;")).toHaveLength(3);
  for await (const file of glob('{features,lib,shell,ui}/**/*.{ts,tsx}', { cwd: import.meta.dirname })) {
    if (/\.(?:texts|test)\.tsx?$/.test(file)) continue;
    expect(findComputedTexts(file, await readFile(path.join(import.meta.dirname, file), 'utf8'))).toEqual([]);
  }
});
