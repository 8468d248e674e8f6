import { paths } from '../../lib/paths.ts';
import { productName } from '../../lib/product.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

/** Shown after an account was deleted. */
export default function GoodbyeScreen() {
  return (
    <div className="px-4 py-12">
      <PageTitle>Goodbye</PageTitle>
      <EmptyState
        headingLevel="h1"
        picture="door"
        title="Your account is deleted"
        text={`Thank you for being part of ${productName}. Take good care of yourself. You are welcome to come back one day with a new account.`}
        action={
          <a
            href={paths.crisis}
            className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-4"
          >
            If things are hard right now, someone will listen
          </a>
        }
      />
    </div>
  );
}
