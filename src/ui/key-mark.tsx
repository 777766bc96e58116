import { cn } from './cn.ts';

/** The mark of the product: a key, seen from the side. Decorative beside the name. */
export const KeyMark = ({ className }: { readonly className?: string }) => (
  <svg
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    aria-hidden="true"
    className={cn('size-5', className)}
  >
    <circle cx="7.5" cy="12" r="4.5" />
    <path d="M12 12h9.5M17 12v3.5M20.5 12v2.5" strokeLinejoin="round" />
  </svg>
);
