import { Anchor, NavLink } from '@mantine/core';
import { createLink } from '@tanstack/react-router';

export const AnchorLink = createLink(Anchor<'a'>);
export const NavigationLink = createLink(NavLink<'a'>);
