// The property holds only because of the assumption.
module top(input clk, input [3:0] d, output reg [3:0] s);
  initial s = 0;
  always @(posedge clk) s <= s ^ d;
  always @(*) assume (d[0] == 0);
  always @(*) assert (s[0] == 0);
endmodule
