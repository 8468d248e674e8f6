import { useBrand } from '../lib/product.ts';
import { classNames } from './class-names.ts';

/** The community's logo, or the sun rising over hills, with the community's name. */
export function Logo({ isNameHidden = false, className }: { isNameHidden?: boolean; className?: string }) {
  const { productName, logoUrl } = useBrand();
  return (
    <span className={classNames('flex items-center gap-2', className)}>
      {logoUrl === undefined ? (
        <ShippedLogo />
      ) : (
        // A square of a fixed size, so that nothing moves when the picture arrives. Any shape fits into it.
        <img src={smallLogoUrl(logoUrl)} alt="" width={32} height={32} className="size-8 shrink-0 object-contain" />
      )}
      <span className={isNameHidden ? 'sr-only' : 'font-heading text-lg font-semibold whitespace-nowrap text-ink'}>
        {productName}
      </span>
    </span>
  );
}

/** The URL of the smaller size of an uploaded logo. */
const smallLogoUrl = (url: string): string => url.replace(/-full\.webp$/, '-card.webp');

const ShippedLogo = () => (
  <svg viewBox="0 0 32 32" className="size-8 shrink-0" aria-hidden="true">
    <clipPath id="logo-frame">
      <circle cx="16" cy="16" r="16" />
    </clipPath>
    <g clipPath="url(#logo-frame)">
      <path className="fill-primary-soft" d="M0 0h32v32H0z" />
      <circle className="fill-apricot-fill" cx="16" cy="14.5" r="6.5" />
      <path className="fill-primary opacity-55" d="M-1 20c6-4 12-3.5 17-1s11 2.5 17-.5V34H-1z" />
      <path className="fill-primary" d="M-1 25c7-3.5 13-2.5 18-.5s11 1 16-1V34H-1z" />
    </g>
  </svg>
);
