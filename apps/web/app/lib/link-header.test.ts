import { expect, test } from 'vitest';
import { findNextCursor, findNextLink } from './api-client.ts';

test.each([
  ['</api/posts?cursor=a>; rel="next"', '/api/posts?cursor=a'],
  ['</api/posts?cursor=a>; rel=next', '/api/posts?cursor=a'],
  ['</a,b>; rel="prev", </api/posts?cursor=c,d>; title="x, y"; rel="next"', '/api/posts?cursor=c,d'],
  ['<https://example.org/p?cursor=z>;rel="last next"', 'https://example.org/p?cursor=z'],
  ['</api/user>; rel=preload; as=fetch; crossorigin', null],
  ['</a>; rel="nextish"', null],
  ['', null],
  [null, null],
])('finds the next link of %j: %j', (header, expected) => {
  expect(findNextLink(header)).toBe(expected);
});

test('a cursor is decoded', () => {
  expect(findNextCursor('</api/posts?limit=20&cursor=a%2Bb%3D>; rel="next"')).toBe('a+b=');
  expect(findNextCursor('</api/posts?limit=20>; rel="next"')).toBeNull();
  expect(findNextCursor(null)).toBeNull();
});
