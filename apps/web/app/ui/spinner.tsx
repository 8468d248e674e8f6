import { classNames } from './class-names.ts';
import { Loading } from './status.tsx';

type SpinnerProps = {
  size?: 'small' | 'large';
  /** Said to screen readers; without it the spinner is decoration beside words that say the same. */
  label?: string;
};

export function Spinner({ size = 'small', label }: SpinnerProps) {
  const drawing = (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      aria-hidden="true"
      className={classNames('animate-turn', size === 'small' ? 'size-4' : 'size-8 text-primary')}
    >
      <circle cx="12" cy="12" r="9.5" stroke="currentColor" strokeOpacity="0.22" strokeWidth="2.5" />
      <path d="M12 2.5a9.5 9.5 0 0 1 9.5 9.5" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  );
  return label === undefined ? (
    <span className="inline-flex">{drawing}</span>
  ) : (
    <Loading label={label} className="inline-flex">
      {drawing}
    </Loading>
  );
}
