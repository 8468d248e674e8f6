import { classNames } from './class-names.ts';

const proseClass = classNames(
  '[&>*+*]:mt-4 [&>:first-child]:mt-0',
  '[&_h2]:mt-12 [&_h2]:text-xl [&_h3]:mt-8 [&_h3]:text-lg',
  '[&_a]:font-semibold [&_a]:text-primary [&_a]:underline [&_a]:underline-offset-4',
  '[&_ul]:list-disc [&_ol]:list-decimal [&_ul]:ps-6 [&_ol]:ps-6 [&_li+li]:mt-2 [&_li]:marker:text-muted',
  '[&_blockquote]:border-s-4 [&_blockquote]:border-line [&_blockquote]:ps-4 [&_blockquote]:text-muted',
  '[&_table]:w-full [&_table]:text-sm [&_table]:wrap-anywhere [&_th]:text-start [&_th]:align-bottom [&_td]:align-top',
  '[&_:is(th,td)]:border-b [&_:is(th,td)]:border-line [&_:is(th,td)]:py-2 [&_:is(th,td)]:pe-4',
);

/** Column of a long text, about 70 characters wide. */
export const textColumn = 'mx-auto w-full max-w-144 px-4 py-8 sm:px-6 md:py-12';

/** A long text, as HTML from the build. */
export const Prose = ({ html, className }: { html: string; className?: string }) => (
  <div className={classNames(proseClass, className)} dangerouslySetInnerHTML={{ __html: html }} />
);
