import { useInfiniteQuery } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { button, expectFocus, focus, renderScreen } from '../../test/screen.tsx';
import { queryClient } from '../lib/query-client.ts';
import { LoadMore } from './infinite-list.tsx';

/** A list of numbered pages. The third is the last. */
function Pages({ readPage, autoLoadPixels }: { readPage: (page: number) => Promise<string>; autoLoadPixels?: number }) {
  const list = useInfiniteQuery({
    queryKey: ['pages'],
    queryFn: ({ pageParam }) => readPage(pageParam),
    initialPageParam: 1,
    getNextPageParam: (_last, _pages, current) => (current < 3 ? current + 1 : undefined),
  });
  return (
    <>
      {list.data?.pages.map((text) => (
        <p key={text} style={{ height: 1200 }}>
          {text}
        </p>
      ))}
      <LoadMore
        list={list}
        label="Load more"
        failedText="More could not be loaded."
        {...(autoLoadPixels !== undefined && { autoLoadPixels })}
      />
    </>
  );
}

test('pressing "Load more" loads the next page and keeps the focus on the button, until all pages are loaded', async () => {
  await renderScreen(<Pages readPage={async (number) => `Page ${number}`} />);
  await expect.element(page.getByText('Page 1')).toBeVisible();
  await expect.element(page.getByText('Page 2')).not.toBeInTheDocument();
  await focus(button('Load more'));
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Page 2')).toBeInTheDocument();
  await expectFocus(button('Load more'));
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Page 3')).toBeInTheDocument();
  await expect.element(button('Load more')).not.toBeInTheDocument();
});

const scrollToEnd = () => window.scrollTo(0, document.body.scrollHeight);

test('the next page loads when the end comes into view', async () => {
  await renderScreen(<Pages readPage={async (number) => `Page ${number}`} autoLoadPixels={500} />);
  await expect.element(page.getByText('Page 1')).toBeVisible();
  await expect.element(page.getByText('Page 2')).not.toBeInTheDocument();
  scrollToEnd();
  await expect.element(page.getByText('Page 2')).toBeInTheDocument();
  scrollToEnd();
  await expect.element(page.getByText('Page 3')).toBeInTheDocument();
});

test('the next page loads even if the IntersectionObserver delivers a stale entry first', async () => {
  const Original = IntersectionObserver;
  onTestFinished(() => void (globalThis.IntersectionObserver = Original));
  globalThis.IntersectionObserver = class extends Original {
    constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
      super((entries, observer) => {
        const [entry] = entries;
        if (entry) callback([{ ...entry, target: entry.target, isIntersecting: false }, ...entries], observer);
      }, options);
    }
  };
  await renderScreen(<Pages readPage={async (number) => `Page ${number}`} autoLoadPixels={500} />);
  await expect.element(page.getByText('Page 1')).toBeVisible();
  scrollToEnd();
  await expect.element(page.getByText('Page 2')).toBeInTheDocument();
});

test('a page that failed to load is retried only by a press, even after the list was refetched', async () => {
  const requested: number[] = [];
  let isFailing = true;
  const readPage = async (number: number) => {
    requested.push(number);
    if (number > 1 && isFailing) throw new Error('offline');
    return `Page ${number}`;
  };
  await renderScreen(<Pages readPage={readPage} autoLoadPixels={500} />);
  await expect.element(page.getByText('Page 1')).toBeVisible();
  scrollToEnd();
  await expect.element(page.getByText('More could not be loaded.')).toBeInTheDocument();
  await queryClient.refetchQueries();
  await expect.element(button('Try again')).toBeInTheDocument();
  expect(requested).toEqual([1, 2, 1]);
  isFailing = false;
  await button('Try again').click();
  await expect.element(page.getByText('Page 2')).toBeInTheDocument();
});

test('a next page that a refetch cancelled is requested again', async () => {
  let held = Promise.withResolvers<string>();
  await renderScreen(<Pages readPage={async (number) => (number === 2 ? held.promise : `Page ${number}`)} />);
  await button('Load more').click();
  await expect.element(button('Load more')).toHaveAttribute('aria-busy', 'true');
  held = Promise.withResolvers();
  held.resolve('Page 2');
  await queryClient.refetchQueries();
  await expect.element(page.getByText('Page 2')).toBeInTheDocument();
});
