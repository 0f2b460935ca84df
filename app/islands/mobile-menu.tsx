import { Box, Row, Stack } from "#app/ui/layout.tsx";

import { useId, useRef, useState } from "react";

import { ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Logo } from "#app/ui/logo.tsx";

export type MenuProps = {
  brand: string;
  labels: { label: string; open: string; close: string; offers: string };
  /** Sections of the home page, and the blog. */
  links: MenuLink[];
  offers: MenuLink[];
  /** The customer's space. */
  account: MenuLink;
  phone?: MenuLink | undefined;
  signUp: MenuLink;
};

type MenuLink = { target: string; label: string };

/** Full-screen menu of small screens. The dialog keeps focus inside, closes on Escape and gives focus back. */
export function MobileMenu({ brand, labels, links, offers, account, phone, signUp }: MenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const menuId = useId();
  const offersId = useId();

  function open() {
    dialog.current?.showModal();
    setIsOpen(true);
  }

  function close() {
    dialog.current?.close();
  }

  return (
    <>
      <button type="button" className="strong menu-toggle" aria-expanded={isOpen} aria-controls={menuId} onClick={open}>
        {labels.open}
        <span className="bars" aria-hidden="true" />
      </button>
      <dialog ref={dialog} id={menuId} className="menu dark" aria-label={labels.label} onClose={() => setIsOpen(false)}>
        <Row align="center" justify="between" className="menu-bar">
          <Logo name={brand} />
          <button type="button" className="strong menu-toggle" onClick={close}>
            {labels.close}
            <Icon name="close" />
          </button>
        </Row>
        <nav aria-label={labels.label}>
          {links.map((link) => (
            <Row
              as="a"
              align="center"
              justify="between"
              key={link.target}
              paddingBlock={12}
              rule="top"
              className="text-subtitle strong stretch-mid tracking-title"
              href={link.target}
              onClick={close}
            >
              {link.label}
              <Icon name="arrow" />
            </Row>
          ))}
        </nav>
        <Box as="p" id={offersId} marginTop={20} className="text-small color-on-line-2">
          {labels.offers}
        </Box>
        <Stack as="ul" columns={2} columnGap={20} marginBottom={24} aria-labelledby={offersId}>
          {offers.map(({ target, label }) => (
            <li key={target}>
              <a className="strong menu-offer" href={target} onClick={close}>
                {label}
              </a>
            </li>
          ))}
        </Stack>
        <Stack gap={8} marginTop="auto">
          <Row justify="between" align="center" isWrapping columnGap={20} className="strong menu-ways">
            <a href={account.target} onClick={close}>
              {account.label}
            </a>
            {phone && (
              <Row as="a" gap={8} align="center" className="tabular" href={phone.target} onClick={close}>
                <Icon name="phone" />
                {phone.label}
              </Row>
            )}
          </Row>
          <ButtonLink href={signUp.target} onClick={close}>
            {signUp.label}
          </ButtonLink>
        </Stack>
      </dialog>
    </>
  );
}
