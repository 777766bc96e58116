import {
  CircleHelp,
  ClockAlert,
  Copy,
  FileStack,
  GitCompareArrows,
  Hourglass,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  ScrollText,
  Send,
  Settings,
} from 'lucide-react';
import type { Permission } from '../../desk/permissions.ts';

/** A page of the desk in navigation, palette and help. */
export type DeskPage = {
  readonly href: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Who may not do this does not see the page. */
  readonly permission: Permission | null;
  /** The letter after `g` that opens it. */
  readonly letter: string;
  /** Which of the shell's counts stands beside it. */
  readonly count?: 'stuck' | 'unknown';
  /** Other words that people look for it by. */
  readonly words: readonly string[];
};

const page = (
  [href, label, letter]: readonly [string, string, string],
  icon: LucideIcon,
  permission: Permission | null,
  rest: Partial<DeskPage> = {},
): DeskPage => ({ href, label, letter, icon, permission, words: [], ...rest });

/** All pages of the desk, in the order in which operators need them: what waits for a person first. */
export const DESK_PAGES: readonly DeskPage[] = [
  page(['/desk', 'Overview', 'o'], LayoutDashboard, 'overview:read', { words: ['home', 'charts', 'tiles'] }),
  page(['/desk/stuck', 'Stuck', 's'], Hourglass, 'records:read', { count: 'stuck', words: ['lapsed', 'lease'] }),
  page(['/desk/unknown', 'Unknown', 'u'], CircleHelp, 'records:read', {
    count: 'unknown',
    words: ['parked', 'held', 'resolve'],
  }),
  page(['/desk/records', 'Records', 'r'], FileStack, 'records:read', { words: ['keys', 'all'] }),
  page(['/desk/conflicts', 'Conflicts', 'c'], GitCompareArrows, 'conflicts:read', { words: ['422', 'fields'] }),
  page(['/desk/duplicates', 'Duplicates', 'd'], Copy, 'records:read', { words: ['suspected', 'key per attempt'] }),
  page(['/desk/expiring', 'Expiring', 'e'], ClockAlert, 'records:read', { words: ['retention', 'extend'] }),
  page(['/desk/outbox', 'Outbox', 'b'], Send, 'records:read', { words: ['messages', 'mail', 'webhooks'] }),
  page(['/desk/operations', 'Operations', 'p'], ListChecks, 'operations:read', { words: ['bulk', 'jobs'] }),
  page(['/desk/audit', 'Audit', 'a'], ScrollText, 'audit:read', { words: ['who', 'log', 'denied'] }),
  page(['/desk/settings', 'Settings', 't'], Settings, null, {
    words: ['theme', 'zone', 'roles', 'people', 'invite', 'sessions'],
  }),
];

/** The pages that somebody with these permissions may open. */
export const pagesFor = (permissions: readonly Permission[]): readonly DeskPage[] =>
  DESK_PAGES.filter(({ permission }) => permission === null || permissions.includes(permission));
