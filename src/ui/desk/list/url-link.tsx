import type { ComponentProps } from 'react';

export type UrlLinkProps = Omit<ComponentProps<'a'>, 'href' | 'onClick'> & {
  readonly href: string;
  /** Goes there within the page. */
  readonly onGo: () => void;
};

/** A link to another state of this page: a plain click changes the URL in place, everything else is the browser's. */
export const UrlLink = ({ href, onGo, ...props }: UrlLinkProps) => (
  <a
    href={href}
    onClick={(event) => {
      if (
        event.defaultPrevented ||
        event.button !== 0 ||
        event.metaKey ||
        event.ctrlKey ||
        event.shiftKey ||
        event.altKey
      )
        return;
      event.preventDefault();
      onGo();
    }}
    {...props}
  />
);
