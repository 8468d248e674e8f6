import type { CurrentUser } from '@commons/contract/auth';
import type { Post } from '@commons/contract/feed';
import type { RenderHomeView, PreloadedResponse } from '@commons/contract/home-view';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { viewerQuery } from './features/auth/index.ts';
import { feedQuery } from './features/feed/posts.api.ts';
import { findNextCursor } from './lib/api-client.ts';
import { setProductName } from './lib/product.ts';
import { createQueryClient } from './lib/query-client.ts';
import { Gate } from './shell/member-frame.tsx';
import { MemberHome } from './shell/member-home.tsx';

/** As many posts as a tall window shows. The browser renders the rest. */
const shownPosts = 5;

const handler = createStaticHandler([{ element: <Gate />, children: [{ index: true, element: <MemberHome /> }] }]);

/** The router context. It contains no data of a member. */
const openHome = async () => {
  const context = await handler.query(new Request('http://home.invalid/'));
  if (context instanceof Response) throw new Error('The home screen redirected.');
  return { context, router: createStaticRouter(handler.dataRoutes, context) };
};
let home: ReturnType<typeof openHome> | undefined;

const answerOf = (answers: readonly PreloadedResponse[], path: string): PreloadedResponse => {
  const answer = answers.find(({ url }) => url === path);
  if (!answer) throw new Error(`The home screen needs the response of ${path}.`);
  return answer;
};

/** Runs on the server: renders the first view of the feed with the components of the browser. */
export const renderHomeView: RenderHomeView = async ({ answers, productName }) => {
  const { context, router } = await (home ??= openHome());
  const viewer = answerOf(answers, '/api/auth/user');
  const feed = answerOf(answers, '/api/posts');
  const posts = JSON.parse(feed.body) as Post[];
  const client = createQueryClient();
  client.setQueryData(viewerQuery.queryKey, JSON.parse(viewer.body) as CurrentUser);
  client.setQueryData(feedQuery.queryKey, {
    pages: [
      {
        items: posts.slice(0, shownPosts),
        next: posts.length > shownPosts ? 'more' : findNextCursor(feed.link),
      },
    ],
    pageParams: [null],
  });
  setProductName(productName);
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </QueryClientProvider>,
  );
};
