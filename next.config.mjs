/** Headers of every response; what differs for each page (the nonce) is set in src/proxy.ts. */
const headers = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'X-Frame-Options', value: 'DENY' },
  // Paths of the desk hold keys and ids: no other site learns where a visitor came from.
  { key: 'Referrer-Policy', value: 'same-origin' },
  { key: 'Permissions-Policy', value: 'camera=(), microphone=(), geolocation=(), payment=(), usb=()' },
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
];

/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm run check` does it, once and for all files.
  typescript: { ignoreBuildErrors: true },
  // For forbidden(): a page that somebody may not see answers 403 and says why.
  experimental: { authInterrupts: true },
  headers: async () => [{ source: '/:path*', headers }],
};
