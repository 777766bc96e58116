/** The same URL with its password replaced by ***; anything that is no URL comes back with what looks like one replaced. */
export function maskPassword(url: string): string {
  return url.replace(/(\/\/[^:/?#\s]*:).*(@)/, '$1***$2').replace(/([?&]password=)[^&]*/i, '$1***');
}
