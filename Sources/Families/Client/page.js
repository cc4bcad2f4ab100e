// The language of a page, and elements for it.

export const { lang } = document.documentElement;

export const make = (name, properties, ...children) => {
  const node = Object.assign(document.createElement(name), properties);
  node.append(...children);
  return node;
};
