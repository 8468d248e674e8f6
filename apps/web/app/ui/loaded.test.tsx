import { useQuery } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { button, expectFocus, focus, renderScreen } from '../../test/screen.tsx';
import { FocusRestorer } from './focus.tsx';
import { Loaded } from './loaded.tsx';

test('"Try again" keeps the focus while it retries and passes it to the loaded content', async () => {
  let attempt = Promise.withResolvers<string>();
  function Rank() {
    const query = useQuery({ queryKey: ['rank'], queryFn: () => attempt.promise });
    return (
      <FocusRestorer label="Rank">
        <Loaded query={query} loading={<p>Loading</p>} failure={{ variant: 'card', title: 'No rank' }}>
          {(rank) => <p>{rank}</p>}
        </Loaded>
      </FocusRestorer>
    );
  }
  await renderScreen(<Rank />);
  await expect.element(page.getByText('Loading')).toBeVisible();
  attempt.reject(new Error('offline'));
  await expect.element(page.getByRole('alert')).toMatchTextContent('No rank');

  attempt = Promise.withResolvers();
  await focus(button('Try again'));
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Try again')).toHaveAttribute('aria-busy', 'true');
  await expectFocus(button('Try again'));
  attempt.reject(new Error('offline'));
  await expect.element(button('Try again')).not.toHaveAttribute('aria-busy');
  await expectFocus(button('Try again'));

  attempt = Promise.withResolvers();
  await userEvent.keyboard('{Enter}');
  attempt.resolve('Third');
  await expect.element(page.getByText('Third')).toBeVisible();
  await expectFocus(page.getByRole('region', { name: 'Rank' }));
});
