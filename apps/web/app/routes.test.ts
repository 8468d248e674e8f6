import { expect, test } from 'vitest';

const screens = import.meta.glob<string>(['./shell/**/*.tsx', './features/**/*-screen.tsx'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

test('a screen that the server renders loads its data in the browser as well', () => {
  const rendered = Object.entries(screens).filter(([, code]) =>
    /^export const loader = (?:pageLoader|frameLoader|adminLoader)/m.test(code),
  );
  expect(rendered.length).toBeGreaterThan(20);
  // Without one, React Router would ask the server for the page's data at each navigation.
  expect(rendered.flatMap(([file, code]) => (/^export const clientLoader\b/m.test(code) ? [] : [file]))).toEqual([]);
});
