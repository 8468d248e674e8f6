import { connectionCalls } from '@commons/contract/connections/calls';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { reply } from '../../../test/api.ts';
import { newId, renderScreen, tom } from '../../../test/screen.tsx';
import ConnectionsScreen from './connections-screen.tsx';

test.each([1, 2, 3])('%i suggestions fill their row, and their buttons are aligned', async (count) => {
  reply(connectionCalls.listConnections, []);
  reply(connectionCalls.listConnectionRequests, []);
  const titles = [null, 'Somebody with rather a long title about slow walks and soup', 'Gardener'];
  const members = titles.map((title) => ({ ...tom, id: newId(), title, sharedConnections: 0 }));
  reply(connectionCalls.listSuggestedConnections, members.slice(0, count));
  await renderScreen(<ConnectionsScreen />);
  const list = page.getByRole('region', { name: 'Suggested Connections' }).getByRole('list');
  await expect.poll(() => list.getByRole('listitem').elements().length).toBe(count);
  for (const width of [768, 1023]) {
    await page.viewport(width, 900);
    const boxes = list
      .getByRole('listitem')
      .elements()
      .map((item) => item.getBoundingClientRect());
    const gap = Math.abs(list.element().getBoundingClientRect().right - boxes.at(-1)!.right);
    expect(gap, `${width} px`).toBeLessThanOrEqual(1);
    const tops = list
      .getByRole('button')
      .elements()
      .map((button) => button.getBoundingClientRect().top);
    expect(Math.max(...tops) - Math.min(...tops), `${width} px`).toBeLessThanOrEqual(1);
  }
});
