import type { ReactNode } from 'react';
import { usePostedForm } from '../../lib/plain-page.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { Spinner } from '../../ui/loading.tsx';

type AccountFormProps = {
  children: ReactNode;
  button: string;
  buttonWhileSending: string;
  /** What is said of a refusal in other words than the server's. */
  explanations?: Readonly<Record<string, ReactNode>>;
  /** Whether it ends in the members' application, which is then fetched meanwhile. */
  leadsIn?: boolean;
};

/**
 * A form that browsers send by themselves. What `account-pages.ts` needs to show without asking the server lies
 * ready in templates.
 */
export function AccountForm({
  children,
  button,
  buttonWhileSending,
  explanations = {},
  leadsIn = false,
}: AccountFormProps) {
  const { failure } = usePostedForm();
  return (
    <form method="post" noValidate data-leads-in={leadsIn || undefined} className="flex flex-col gap-4">
      {failure !== null && (
        <Banner tone="danger" isAlert>
          {explanations[failure.code] ?? failure.detail}
        </Banner>
      )}
      {children}
      <Button type="submit" size="large" className="group mt-1 w-full">
        <span className="group-aria-busy:hidden">{button}</span>
        <span className="hidden items-center gap-2 group-aria-busy:inline-flex">
          <Spinner size="small" />
          {buttonWhileSending}
        </span>
      </Button>
      <template data-error="">
        <FieldError id="" text="" />
      </template>
      <template data-failure="">
        <Banner tone="danger" isAlert>
          <span data-words="">The community could not be reached. Please check your connection and try again.</span>
        </Banner>
      </template>
    </form>
  );
}
