extension DataProvider {
  /// The sections with other items in them.
  private func mapping(
    _ change: @escaping @Sendable ([ItemSection<Item>]) -> [ItemSection<Item>]
  ) -> Self {
    Self { [list] store in StaticList(sections: change(StaticList(list(store)).sections)) }
  }

  /// The items that meet a condition. A section without such items is kept, empty.
  ///
  /// - Complexity: O(*n*) for each list, where *n* is the number of items and sections, in addition to making the list
  ///   that it filters.
  public func filtered(by fits: @escaping @Sendable (Item) -> Bool) -> Self {
    mapping { sections in
      sections.map { ItemSection(id: $0.id, title: $0.title, items: $0.items.filter(fits)) }
    }
  }

  /// The items of each section in another order; items that compare equal keep theirs.
  ///
  /// ```swift
  /// DataProvider<[Talk], Talk>.grouped(by: \.day).sorted { $0.title < $1.title }
  /// ```
  ///
  /// - Complexity: O(*n* log *n*) for each list, where *n* is the number of items and sections, in addition to making
  ///   the list that it sorts.
  public func sorted(by precedes: @escaping @Sendable (Item, Item) -> Bool) -> Self {
    mapping { sections in
      sections.map { ItemSection(id: $0.id, title: $0.title, items: $0.items.sorted(by: precedes)) }
    }
  }

  /// All items in one section without a title: what a feed shows, sorted by time.
  ///
  /// - Complexity: O(*n*) for each list, where *n* is the number of items and sections, in addition to making the list
  ///   that it flattens.
  public func flattened() -> Self {
    mapping { sections in [ItemSection(id: "0", items: sections.flatMap(\.items))] }
  }

  /// The first items, counted over all sections, and the sections that contain them. None where `count` is 0 or less.
  ///
  /// - Complexity: O(*s* + *c*) for each list, where *s* is the number of sections and *c* is `count`, in addition to
  ///   making the list that it cuts. Where that list does not hold its sections as arrays, O(*n*) in the number of its
  ///   items and sections.
  public func prefix(_ count: Int) -> Self {
    mapping { sections in
      var room = count
      var first: [ItemSection<Item>] = []
      for section in sections where room > 0 {
        let items = Array(section.items.prefix(room))
        room -= items.count
        first.append(ItemSection(id: section.id, title: section.title, items: items))
      }
      return first
    }
  }
}
