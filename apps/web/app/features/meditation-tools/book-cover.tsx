import { classNames } from '../../ui/class-names.ts';
import { Hills, Moon, Sun } from '../../ui/landscape.tsx';

/** A drawn cover. Hidden from screen readers: the text beside it names the book. */
export const BookCover = ({
  title,
  publisher,
  className,
}: {
  title: string;
  publisher: string;
  className?: string;
}) => (
  <div
    aria-hidden="true"
    className={classNames(
      'relative flex aspect-2/3 flex-col overflow-hidden rounded-small bg-sky p-4 ps-6 text-ink shadow-float select-none forced-colors:border',
      className,
    )}
  >
    <svg
      viewBox="80 -40 160 240"
      preserveAspectRatio="xMidYMax slice"
      className="absolute inset-0 size-full forced-color-adjust-none"
    >
      <g transform="translate(160 84) scale(34)">
        <Sun className="dark:hidden" />
        <Moon className="hidden dark:block" />
      </g>
      <Hills />
    </svg>
    {/* The fold beside the spine. */}
    <span className="absolute inset-y-0 start-0 w-2 border-e border-line bg-primary-soft" />
    <p className="relative font-heading text-lg leading-tight font-semibold text-balance">{title}</p>
    <p className="relative mt-auto text-xs font-semibold wrap-anywhere">{publisher}</p>
  </div>
);
