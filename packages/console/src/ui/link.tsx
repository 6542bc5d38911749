import { Anchor, NavLink } from '@mantine/core';
import { createLink } from '@tanstack/react-router';

/** Mantine's links with typed routes. */
export const AnchorLink = createLink(Anchor<'a'>);
export const NavigationLink = createLink(NavLink<'a'>);
