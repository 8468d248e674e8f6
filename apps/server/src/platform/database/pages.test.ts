import { createComment, createPost, listComments, listPosts } from '@commons/contract/feed/schemas';
import { listConversations, listMessages, sendMessage } from '@commons/contract/messages/schemas';
import { Client } from 'pg';
import { expect, test, vi } from 'vitest';
import type { ApiResponse } from '../../../test/caller.ts';
import { setUpCommunity } from '../../../test/community.ts';

const community = setUpCommunity();

const sizes = [1, 2, 7, 19, 20, 21, 22, 33, 49, 50, 51, 64, 99, 100];
const longestList = 23;

/** Returns the names of the statements that were prepared during an action. */
async function recordStatements(action: () => Promise<void>): Promise<string[]> {
  const query = vi.spyOn(Client.prototype, 'query');
  try {
    await action();
    return [...new Set(query.mock.calls.map(([statement]) => String((Object(statement) as { name?: string }).name)))];
  } finally {
    query.mockRestore();
  }
}

test('any page size works, and each list prepares only three statements per connection', async () => {
  const [ana, ben] = [await community.current.member(), await community.current.member({ firstName: 'Ben' })];
  const { id } = (await ana.call(createPost, { body: { content: 'Good morning' } })).body;
  for (let index = 1; index < longestList; index += 1)
    await ana.call(createPost, { body: { content: `Post ${index}` } });
  for (let index = 0; index < longestList; index += 1) {
    await ana.call(createComment, { params: { id }, body: { content: `Comment ${index}` } });
    await ana.call(sendMessage, { body: { receiverId: ben.id, content: `Message ${index}` } });
  }
  const [first] = (await ana.call(listMessages, { query: { userId: ben.id, limit: 100 } })).body;
  type List = (limit: number) => Promise<ApiResponse<unknown[]>>;
  const lists: Record<string, { list: List; entries: number }> = {
    feed_page: { list: (limit) => ana.call(listPosts, { query: { limit } }), entries: longestList },
    author_page: { list: (limit) => ana.call(listPosts, { query: { userId: ana.id, limit } }), entries: longestList },
    comment_page: {
      list: (limit) => ana.call(listComments, { params: { id }, query: { limit } }),
      entries: longestList,
    },
    conversation_page: { list: (limit) => ana.call(listConversations, { query: { limit } }), entries: 1 },
    conversation_search: { list: (limit) => ana.call(listConversations, { query: { q: 'Ben', limit } }), entries: 1 },
    messages_before: {
      list: (limit) => ana.call(listMessages, { query: { userId: ben.id, limit } }),
      entries: longestList,
    },
    messages_after: {
      list: (limit) => ana.call(listMessages, { query: { userId: ben.id, limit, after: first!.id } }),
      entries: 0,
    },
  };
  for (const [name, { list, entries }] of Object.entries(lists)) {
    const prepared = await recordStatements(async () => {
      for (const limit of sizes) {
        const page = await list(limit);
        expect
          .soft([name, limit, page.status, page.body.length, page.next !== undefined])
          .toEqual([name, limit, 200, Math.min(limit, entries), entries > limit]);
      }
    });
    expect.soft(prepared.filter((statement) => statement.startsWith(name))).toHaveLength(3);
  }
});
