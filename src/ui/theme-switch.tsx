'use client';

import { Monitor, Moon, Sun } from 'lucide-react';
import { useTheme } from 'next-themes';
import { Button } from './button.tsx';
import { DropdownItem, DropdownMenu } from './dropdown-menu.tsx';

const THEMES = [
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
  { value: 'system', label: 'System', icon: Monitor },
] as const;

/** Chooses light, dark or the system's theme. Which icon shows is CSS's choice, so that it is right before hydration. */
export function ThemeSwitch() {
  const { setTheme } = useTheme();
  return (
    <DropdownMenu
      trigger={
        <Button look="quiet" size="icon" aria-label="Theme">
          <Sun aria-hidden className="size-4 dark:hidden" />
          <Moon aria-hidden className="hidden size-4 dark:block" />
        </Button>
      }
    >
      {THEMES.map(({ value, label, icon: Icon }) => (
        <DropdownItem key={value} onSelect={() => setTheme(value)}>
          <Icon aria-hidden />
          {label}
        </DropdownItem>
      ))}
    </DropdownMenu>
  );
}
